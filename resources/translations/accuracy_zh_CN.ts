<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AccuracyWords</name>
    <message>
        <source>smallest batch</source>
        <translation>最小批大小</translation>
    </message>
    <message>
        <source>largest batch</source>
        <translation>最大批大小</translation>
    </message>
    <message>
        <source>all zeros</source>
        <translation>全零</translation>
    </message>
    <message>
        <source>lowest value of the data</source>
        <translation>数据中的最小值</translation>
    </message>
    <message>
        <source>highest value of the data</source>
        <translation>数据中的最大值</translation>
    </message>
    <message>
        <source>ten times the data&apos;s range</source>
        <translation>数据范围的十倍</translation>
    </message>
    <message>
        <source>NaN in the input</source>
        <translation>输入含 NaN</translation>
    </message>
    <message>
        <source>infinity in the input</source>
        <translation>输入含无穷大</translation>
    </message>
    <message>
        <source>input of a wrong rank</source>
        <translation>维数错误的输入</translation>
    </message>
    <message>
        <source>input with a wrong name</source>
        <translation>名称错误的输入</translation>
    </message>
    <message>
        <source>The mean of channels moved</source>
        <translation>通道均值发生偏移</translation>
    </message>
    <message>
        <source>The spread of channels changed</source>
        <translation>通道方差发生变化</translation>
    </message>
    <message>
        <source>Single samples are far off</source>
        <translation>个别样本偏差很大</translation>
    </message>
    <message>
        <source>Values are cut off at the quantized range</source>
        <translation>数值超出量化范围而被截断</translation>
    </message>
    <message>
        <source>The winning class changed</source>
        <translation>预测类别发生改变</translation>
    </message>
    <message>
        <source>✓ as the original</source>
        <translation>✓ 与原始模型一致</translation>
    </message>
    <message>
        <source>! differs</source>
        <translation>! 有差异</translation>
    </message>
    <message>
        <source>✕ fails</source>
        <translation>✕ 失败</translation>
    </message>
    <message>
        <source>✓ met</source>
        <translation>✓ 通过</translation>
    </message>
    <message>
        <source>✕ %1</source>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>%1 on %2 random inputs, against the original model in float: give validation data.</source>
        <translation>%1，使用 %2 组随机输入，与原始浮点模型比较：请提供验证数据。</translation>
    </message>
    <message>
        <source>%1 on %2 validation samples, against the original model in float.</source>
        <translation>%1，使用 %2 个验证样本，与原始浮点模型比较。</translation>
    </message>
    <message>
        <source>%1 on %2 held-out calibration samples, against the original model in float.</source>
        <translation>%1，使用 %2 个留出的校准样本，与原始浮点模型比较。</translation>
    </message>
    <message>
        <source>%1 validation samples, candidate %2</source>
        <translation>%1 个验证样本，候选 %2</translation>
    </message>
    <message>
        <source>%1 random samples, candidate %2</source>
        <translation>%1 个随机样本，候选 %2</translation>
    </message>
    <message>
        <source>%1 (%2 points)</source>
        <translation>%1（%2 个百分点）</translation>
    </message>
    <message>
        <source>%1 (unchanged)</source>
        <translation>%1（不变）</translation>
    </message>
</context>
<context>
    <name>Symptoms</name>
    <message>
        <source>The session failed</source>
        <translation>会话失败</translation>
    </message>
    <message>
        <source>Mend what the message names, then resume the session.</source>
        <translation>请修复消息所述问题，然后继续会话。</translation>
    </message>
    <message>
        <source>A file of the session is damaged</source>
        <translation>会话中有文件损坏</translation>
    </message>
    <message>
        <source>The rest was read; nothing is to be done.</source>
        <translation>其余内容已读取，无需处理。</translation>
    </message>
    <message>
        <source>Operators that the target does not support</source>
        <translation>目标不支持的算子</translation>
    </message>
    <message>
        <source>The hardware profile lists them as unsupported.</source>
        <translation>硬件档案将其列为不支持。</translation>
    </message>
    <message>
        <source>Rewrite them, keep them on a host processor, or choose another target.</source>
        <translation>改写这些算子，让其留在主处理器上，或更换目标。</translation>
    </message>
    <message>
        <source>Operators that are slow on the target</source>
        <translation>在目标上较慢的算子</translation>
    </message>
    <message>
        <source>The hardware profile lists them as slow.</source>
        <translation>硬件档案将其列为慢速算子。</translation>
    </message>
    <message>
        <source>Let rewrites replace them, or mark these nodes with other precisions.</source>
        <translation>用图改写替换它们，或为这些节点指定其他精度。</translation>
    </message>
    <message>
        <source>A large part of the time that no rewrite reaches</source>
        <translation>大量耗时没有可用的图改写</translation>
    </message>
    <message>
        <source>No rewrite rule matches these operators here.</source>
        <translation>此处没有匹配这些算子的改写规则。</translation>
    </message>
    <message>
        <source>Lower precision or session options may still help; look at these nodes in the graph.</source>
        <translation>降低精度或调整会话选项仍可能有效；请在图中查看这些节点。</translation>
    </message>
    <message>
        <source>The work of some nodes is not known</source>
        <translation>部分节点的计算量未知</translation>
    </message>
    <message>
        <source>Their shapes are dynamic, or their operators are not known here.</source>
        <translation>其形状是动态的，或算子未知。</translation>
    </message>
    <message>
        <source>Give the free dimensions a size in the new migration.</source>
        <translation>请在新建迁移时为自由维度指定大小。</translation>
    </message>
    <message>
        <source>The target takes static shapes only</source>
        <translation>目标只支持静态形状</translation>
    </message>
    <message>
        <source>The model&apos;s inputs have dynamic dimensions.</source>
        <translation>模型输入含动态维度。</translation>
    </message>
    <message>
        <source>Starting operators costs more than their work</source>
        <translation>启动算子的开销超过其计算</translation>
    </message>
    <message>
        <source>Many small operators: the launch overhead of the target rules.</source>
        <translation>小算子很多：目标的启动开销占主导。</translation>
    </message>
    <message>
        <source>Fusing operators gains more than speeding them up.</source>
        <translation>融合算子比加速单个算子更有效。</translation>
    </message>
    <message>
        <source>The model does not fit the target&apos;s memory</source>
        <translation>模型超出目标的内存</translation>
    </message>
    <message>
        <source>Weights and activations are larger than the main memory of the profile.</source>
        <translation>权重和激活大于档案中的主存。</translation>
    </message>
    <message>
        <source>Quantize the weights, lower the batch size, or choose another target.</source>
        <translation>量化权重、减小批大小或更换目标。</translation>
    </message>
    <message>
        <source>Limits contradict each other</source>
        <translation>约束互相矛盾</translation>
    </message>
    <message>
        <source>No candidate meets these limits together.</source>
        <translation>没有候选同时满足这些约束。</translation>
    </message>
    <message>
        <source>Relax one of them; the nearest misses are under Candidates.</source>
        <translation>请放宽其中一项；最接近的候选见“候选”。</translation>
    </message>
    <message>
        <source>A limit could not be verified</source>
        <translation>有约束无法验证</translation>
    </message>
    <message>
        <source>Nothing on this device gives a value for it.</source>
        <translation>该设备无法给出此数值。</translation>
    </message>
    <message>
        <source>Measure it outside, or on a device with the sensor.</source>
        <translation>请用外部手段测量，或换用带传感器的设备。</translation>
    </message>
    <message>
        <source>Operators fall on slow kernels</source>
        <translation>算子落到了慢速内核上</translation>
    </message>
    <message>
        <source>Time is lost converting layouts</source>
        <translation>布局转换损失时间</translation>
    </message>
    <message>
        <source>Quantized operators run in float</source>
        <translation>量化算子以浮点运行</translation>
    </message>
    <message>
        <source>Threads wait for each other or for other programs</source>
        <translation>线程互相等待或等待其他程序</translation>
    </message>
    <message>
        <source>Memory is the bottleneck</source>
        <translation>内存是瓶颈</translation>
    </message>
    <message>
        <source>Time is lost between the operators</source>
        <translation>算子之间损失时间</translation>
    </message>
    <message>
        <source>The measured time differs from the prediction</source>
        <translation>实测时间与预测不符</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 were predicted for the whole model, %2 were measured. Profiled one by one, the operators of this symptom take %3 longer than predicted.</source>
        <translation>整个模型预测 %1，实测 %2。逐个剖析时，与该症状有关的算子比预测多用 %3。</translation>
    </message>
    <message>
        <source>Candidates could not be built or run</source>
        <translation>有候选无法构建或运行</translation>
    </message>
    <message>
        <source>They were left out; the others are not touched by it.</source>
        <translation>已排除这些候选，其余不受影响。</translation>
    </message>
    <message>
        <source>Their precision is too low for some layers of this model.</source>
        <translation>其数值精度对模型的某些层过低。</translation>
    </message>
    <message>
        <source>More calibration data, or keeping the sensitive layers in float, may bring them back.</source>
        <translation>增加校准数据，或让敏感层保持浮点，可能使其可用。</translation>
    </message>
    <message>
        <source>The machine was not quiet while measuring</source>
        <translation>测量时机器有其他负载</translation>
    </message>
    <message>
        <source>Other programs used the processor.</source>
        <translation>其他程序占用了处理器。</translation>
    </message>
    <message>
        <source>The comparison holds, for both models took turns. For single numbers, repeat on an idle machine.</source>
        <translation>两个模型交替测量，因此对比结果成立。若需单项数值，请在空闲机器上重测。</translation>
    </message>
    <message>
        <source>Unusual input: %1</source>
        <translation>特殊输入：%1</translation>
    </message>
    <message>
        <source>The adapted model answers otherwise than the original.</source>
        <translation>适配后的模型与原始模型的输出不同。</translation>
    </message>
    <message>
        <source>Check whether such inputs occur; if so, add them to the calibration data.</source>
        <translation>请确认是否会出现此类输入；若会，请加入校准数据。</translation>
    </message>
    <message>
        <source>An average over all samples hides it.</source>
        <translation>对全部样本取平均会掩盖该问题。</translation>
    </message>
    <message>
        <source>Look at the samples and channels under Accuracy.</source>
        <translation>请在“精度”中查看相关样本和通道。</translation>
    </message>
    <message>
        <source>Nodes: %1</source>
        <translation>节点数：%1</translation>
    </message>
    <message>
        <source>Nodes: %1 (%2)</source>
        <comment>count, operators</comment>
        <translation>节点数：%1（%2）</translation>
    </message>
    <message>
        <source>Candidates that lost too much accuracy: %1</source>
        <translation>精度损失过大的候选：%1</translation>
    </message>
    <message>
        <source>Few layers cause most of the error</source>
        <translation>误差主要来自少数几层</translation>
    </message>
    <message>
        <source>The values of these layers do not fit the lower precision well.</source>
        <translation>这些层的数值不适合较低的精度。</translation>
    </message>
    <message>
        <source>Keep these layers in float, or calibrate them with more data.</source>
        <translation>让这些层保留浮点，或用更多数据校准。</translation>
    </message>
    <message>
        <source>%1 of %2 layers, up to %3 of the outputs against %4 of the median layer</source>
        <translation>%2 层中的 %1 层，输出误差最高 %3，而中位层为 %4</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::AccuracyPlace</name>
    <message>
        <source>Accuracy</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>未判定</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1, 95 % interval %2 to %3</source>
        <comment>metric, low, high</comment>
        <translation>%1，95 % 区间 %2 至 %3</translation>
    </message>
    <message>
        <source>Smallest cosine of an output against the original&apos;s; 1 = the same direction</source>
        <translation>输出与原始模型输出的最小余弦相似度；1 = 方向相同</translation>
    </message>
    <message>
        <source>★ %1 (chosen)</source>
        <translation>★ %1（已选）</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <comment>list of numbers, how many are left out</comment>
        <translation>%1 等，另有 %2 个</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>name, count</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Finalists</source>
        <translation>入围候选</translation>
    </message>
    <message>
        <source>Worst samples</source>
        <translation>最差样本</translation>
    </message>
    <message>
        <source>Boundary cases</source>
        <translation>边界输入</translation>
    </message>
    <message>
        <source>Anomalies</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>Nothing is validated yet</source>
        <translation>尚未验证</translation>
    </message>
    <message>
        <source>Outputs are checked near the end of a session. Start one, or open a finished session folder.</source>
        <translation>会话接近结束时会检查输出。请开始一个会话，或打开已完成的会话文件夹。</translation>
    </message>
    <message>
        <source>Go to the session</source>
        <translation>前往会话</translation>
    </message>
    <message>
        <source>Accuracy gate</source>
        <translation>精度门限</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始模型</translation>
    </message>
    <message>
        <source>Adapted</source>
        <translation>适配后</translation>
    </message>
    <message>
        <source>Outputs alike</source>
        <translation>输出相似度</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>门限</translation>
    </message>
    <message>
        <source>Smallest cosine</source>
        <translation>最小余弦</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Anomaly</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Gate, accuracy before and after, sensitive layers, worst samples, anomalies</source>
        <translation>精度门限、前后精度、敏感层、最差样本、异常</translation>
    </message>
    <message>
        <source>Stop examining</source>
        <translation>停止检查</translation>
    </message>
    <message>
        <source>Examine again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Examine in detail</source>
        <translation>详细检查</translation>
    </message>
    <message>
        <source>Runs the original and the adapted model on the validation data, compares all tensors inside, and lowers one layer at a time</source>
        <translation>在验证数据上运行原始模型和适配后的模型，比较内部所有张量，并逐层降低精度</translation>
    </message>
    <message>
        <source>✕ The examination failed: %1</source>
        <translation>✕ 检查失败：%1</translation>
    </message>
    <message>
        <source>Examine the accuracy in detail</source>
        <translation>详细检查精度</translation>
    </message>
    <message>
        <source>Views of the accuracy</source>
        <translation>精度视图</translation>
    </message>
    <message>
        <source>✓ equal</source>
        <translation>✓ 相同</translation>
    </message>
    <message>
        <source>≠ differs</source>
        <translation>≠ 不同</translation>
    </message>
    <message>
        <source>Output %1 by channel, on %2</source>
        <translation>输出 %1 的各通道，基于%2</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>相对误差</translation>
    </message>
    <message>
        <source>cannot be lowered</source>
        <translation>无法降低精度</translation>
    </message>
    <message>
        <source>Error of the outputs when one layer alone becomes %1, on %2 samples. Enter or a double click shows the layer in the graph.</source>
        <translation>仅将一层变为 %1 时输出的误差，基于 %2 个样本。按回车或双击可在图中显示该层。</translation>
    </message>
    <message>
        <source>Layer, in the model&apos;s order</source>
        <translation>层（按模型顺序）</translation>
    </message>
    <message>
        <source>Error of the outputs</source>
        <translation>输出误差</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>How far the tensors inside are from the original&apos;s, from input to output, on %1 samples. Enter or a double click shows the tensor in the graph.</source>
        <translation>从输入到输出，内部张量与原始模型相差多少，基于 %1 个样本。按回车或双击可在图中显示该张量。</translation>
    </message>
    <message>
        <source>Tensor, in the model&apos;s order</source>
        <translation>张量（按模型顺序）</translation>
    </message>
    <message>
        <source>Examining…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>This is in the progress area below; one can stop it there.</source>
        <translation>进度显示在下方的进度区，可在那里停止。</translation>
    </message>
    <message>
        <source>The examination found nothing to compare here.</source>
        <translation>检查没有找到可比较的内容。</translation>
    </message>
    <message>
        <source>Channels are not compared yet</source>
        <translation>尚未比较各通道</translation>
    </message>
    <message>
        <source>Runs both models on the validation data and adds up the error of every channel.</source>
        <translation>在验证数据上运行两个模型，并累计每个通道的误差。</translation>
    </message>
    <message>
        <source>Sensitivity is not known yet</source>
        <translation>敏感度尚不清楚</translation>
    </message>
    <message>
        <source>Lowers one layer at a time and measures what it does to the outputs: layers that hurt most are the ones to keep in float.</source>
        <translation>逐层降低精度并测量对输出的影响：影响最大的层应保留浮点。</translation>
    </message>
    <message>
        <source>Tensors inside are not compared yet</source>
        <translation>尚未比较内部张量</translation>
    </message>
    <message>
        <source>Shows at which tensor the adapted model leaves the original.</source>
        <translation>显示适配后的模型从哪个张量开始偏离原始模型。</translation>
    </message>
    <message>
        <source>Samples are not compared yet</source>
        <translation>尚未比较样本</translation>
    </message>
    <message>
        <source>Finds the samples with the largest error and shows both models&apos; outputs side by side.</source>
        <translation>找出误差最大的样本，并排显示两个模型的输出。</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Largest error</source>
        <translation>最大误差</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>Signal/error, dB</source>
        <translation>信号/误差，dB</translation>
    </message>
    <message>
        <source>Same winner</source>
        <translation>最大类相同</translation>
    </message>
    <message>
        <source>Worst sample</source>
        <translation>最差样本</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Mean, original</source>
        <translation>均值（原始模型）</translation>
    </message>
    <message>
        <source>Mean, adapted</source>
        <translation>均值（适配后）</translation>
    </message>
    <message>
        <source>Deviation, original</source>
        <translation>标准差（原始模型）</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Output error</source>
        <translation>输出误差</translation>
    </message>
    <message>
        <source>Other winner</source>
        <translation>最大类改变</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Errors by output</source>
        <translation>各输出的误差</translation>
    </message>
    <message>
        <source>Errors by channel</source>
        <translation>各通道的误差</translation>
    </message>
    <message>
        <source>Errors by channel as bars</source>
        <translation>各通道误差的柱状图</translation>
    </message>
    <message>
        <source>Sensitivity by layer</source>
        <translation>各层的敏感度</translation>
    </message>
    <message>
        <source>Sensitivity by layer as bars</source>
        <translation>各层敏感度的柱状图</translation>
    </message>
    <message>
        <source>Errors inside the model</source>
        <translation>模型内部的误差</translation>
    </message>
    <message>
        <source>Errors inside the model as a line</source>
        <translation>模型内部误差的折线图</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感度</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>内部</translation>
    </message>
    <message>
        <source>A session is running and measures: examine when it has ended</source>
        <translation>有会话正在运行并测量：请在其结束后再检查</translation>
    </message>
    <message>
        <source>No unusual inputs were tried in this session.</source>
        <translation>此会话没有尝试特殊输入。</translation>
    </message>
    <message>
        <source>No anomaly was found: no channel, sample or class stands out from the original&apos;s.</source>
        <translation>未发现异常：没有通道、样本或类别与原始模型明显不同。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::AccuracyPresenter</name>
    <message>
        <source>Examining the accuracy of %1</source>
        <translation>正在检查 %1 的精度</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::DiagnosisPlace</name>
    <message>
        <source>Diagnosis</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>What is wrong or worth knowing, why, and what to do</source>
        <translation>问题与提示、原因和处理办法</translation>
    </message>
    <message>
        <source>✕ error</source>
        <translation>✕ 错误</translation>
    </message>
    <message>
        <source>! warning</source>
        <translation>! 警告</translation>
    </message>
    <message>
        <source>ⓘ note</source>
        <translation>ⓘ 提示</translation>
    </message>
    <message>
        <source>Nothing stands out: no symptom was found in this session.</source>
        <translation>未见异常：该会话没有发现症状。</translation>
    </message>
    <message>
        <source>Errors: %1, warnings: %2, notes: %3</source>
        <translation>错误：%1，警告：%2，提示：%3</translation>
    </message>
    <message>
        <source>Select a symptom</source>
        <translation>请选择一个症状</translation>
    </message>
    <message>
        <source>No diagnosis yet</source>
        <translation>尚无诊断</translation>
    </message>
    <message>
        <source>A session is analysed in its first second. Start one, or open a session folder.</source>
        <translation>会话开始后很快会完成分析。请开始一个会话，或打开会话文件夹。</translation>
    </message>
    <message>
        <source>Go to the session</source>
        <translation>前往会话</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Symptom</source>
        <translation>症状</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>Symptoms</source>
        <translation>症状</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Remedy</source>
        <translation>处理办法</translation>
    </message>
    <message>
        <source>Nodes (activate one to see it in the graph)</source>
        <translation>节点（双击可在图中查看）</translation>
    </message>
    <message>
        <source>Nodes that show the symptom</source>
        <translation>出现该症状的节点</translation>
    </message>
    <message>
        <source>Nothing fits the search</source>
        <translation>没有符合搜索的内容</translation>
    </message>
    <message>
        <source>Go to the accuracy</source>
        <translation>前往精度</translation>
    </message>
    <message>
        <source>Go to the candidates</source>
        <translation>前往候选</translation>
    </message>
    <message>
        <source>Go to the hardware</source>
        <translation>前往硬件</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>所有级别</translation>
    </message>
    <message>
        <source>Errors and warnings</source>
        <translation>错误和警告</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Find a symptom: words of it, its cause, an operator…</source>
        <translation>查找症状：输入症状、原因或算子的词语…</translation>
    </message>
    <message>
        <source>Find a symptom</source>
        <translation>查找症状</translation>
    </message>
    <message>
        <source>No symptom fits what is searched for.</source>
        <translation>没有符合搜索条件的症状。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::SamplesPage</name>
    <message>
        <source>≠ another one</source>
        <translation>≠ 已改变</translation>
    </message>
    <message>
        <source>= the same</source>
        <translation>= 相同</translation>
    </message>
    <message>
        <source>The worst of %1. Median relative error of a sample: %2.</source>
        <translation>%1 中最差的样本。样本相对误差的中位数：%2。</translation>
    </message>
    <message>
        <source>Sample %1, output %2</source>
        <translation>样本 %1，输出 %2</translation>
    </message>
    <message>
        <source>Select a sample</source>
        <translation>请选择一个样本</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始模型</translation>
    </message>
    <message>
        <source>Adapted</source>
        <translation>适配后</translation>
    </message>
    <message>
        <source>Element of the output</source>
        <translation>输出的元素</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>相对误差</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Largest element</source>
        <translation>最大元素</translation>
    </message>
    <message>
        <source>Element</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Worst samples</source>
        <translation>最差样本</translation>
    </message>
    <message>
        <source>Values of the sample</source>
        <translation>样本的值</translation>
    </message>
    <message>
        <source>Values of the sample as bars</source>
        <translation>样本值的柱状图</translation>
    </message>
    <message>
        <source>Input of the sample</source>
        <translation>样本的输入</translation>
    </message>
</context>
</TS>
