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
        <source>Reference: the original model in float on %1 random samples; no validation data was given.</source>
        <translation>参照：浮点原始模型，在 %1 个随机样本上（未提供验证数据）。</translation>
    </message>
    <message>
        <source>Reference: the original model in float on %1 samples that calibration did not see.</source>
        <translation>参照：浮点原始模型，在校准未使用的 %1 个样本上。</translation>
    </message>
</context>
<context>
    <name>EngineWords</name>
    <message>
        <source>the outputs point apart: cosine %1</source>
        <translation>输出方向偏离：余弦 %1</translation>
    </message>
    <message>
        <source>cosine %1</source>
        <translation>余弦 %1</translation>
    </message>
    <message>
        <source>the batch size is fixed</source>
        <translation>批大小固定</translation>
    </message>
    <message>
        <source>the original lets NaN or infinity through, the adapted model hides it</source>
        <translation>原始模型会传递 NaN 或无穷大，适配后的模型将其掩盖</translation>
    </message>
    <message>
        <source>the mean of %1 of %2 channels moved by up to %3 of their standard deviation</source>
        <translation>%2 个通道中有 %1 个的均值偏移，最多达其标准差的 %3</translation>
    </message>
    <message>
        <source>the variance of %1 of %2 channels changed, by a factor of up to %3</source>
        <translation>%2 个通道中有 %1 个的方差改变，最多 %3 倍</translation>
    </message>
    <message>
        <source>relative error %1 on one sample, %2 on the median one</source>
        <translation>单个样本的相对误差为 %1，中位样本为 %2</translation>
    </message>
    <message>
        <source>the largest class changed on %1 of %2 samples</source>
        <translation>%2 个样本中有 %1 个的预测类别改变</translation>
    </message>
    <message>
        <source>%1 of the values lie outside [%2, %3]</source>
        <translation>%1 的数值超出 [%2, %3]</translation>
    </message>
    <message>
        <source>%1 takes %2 and no rule applies.</source>
        <translation>%1 占 %2 的时间，且没有适用的规则。</translation>
    </message>
    <message>
        <source>the work of %1 nodes is not known, mostly because shapes are dynamic; binding dimensions gives better estimates.</source>
        <translation>%1 个节点的计算量未知，多因形状是动态的；绑定维度可得到更好的估计。</translation>
    </message>
    <message>
        <source>%1 of the estimated time is in nodes whose launch overhead exceeds their work: fusing them gains more than speeding them up.</source>
        <translation>估计时间的 %1 花在启动开销超过计算量的节点上：融合它们比加速更有效。</translation>
    </message>
    <message>
        <source>use fewer threads, pin them, or measure on an idle machine; small operators gain nothing from more threads</source>
        <translation>减少线程、绑定核心，或在空闲机器上测量；小算子无法从更多线程获益</translation>
    </message>
    <message>
        <source>let transposes cancel or sink, or bring the model into the layout that the operators beside them prefer</source>
        <translation>让转置互相抵消或下沉，或使模型采用相邻算子偏好的布局</translation>
    </message>
    <message>
        <source>the blocked layout is left and entered again between convolutions: compare with the layout pass switched off, or move the operators between them</source>
        <translation>卷积之间反复离开和进入分块布局：请与关闭布局变换的情形比较，或移走其间的算子</translation>
    </message>
    <message>
        <source>lower the peak (smaller batch, 8-bit activations, fused operators), and keep the memory arena on so that buffers are reused</source>
        <translation>降低峰值（更小的批、8 位激活、融合算子），并保持内存池开启以复用缓冲区</translation>
    </message>
    <message>
        <source>the 8-bit kernel does not reach its rate: try unsigned activations, per-tensor weights for depthwise convolutions, or leave these operators in float</source>
        <translation>8 位内核未达到应有速率：可尝试无符号激活、逐通道卷积用逐张量权重，或让这些算子保持浮点</translation>
    </message>
    <message>
        <source>the convolution falls on a slow kernel: pad channels to the alignment, change the group count, or try 8-bit arithmetic</source>
        <translation>卷积落到慢速内核：可将通道补齐到对齐要求、改变分组数，或尝试 8 位运算</translation>
    </message>
    <message>
        <source>%1 is slow on this device: look for an equivalent or fused form</source>
        <translation>%1 在该设备上较慢：请寻找等价或融合的形式</translation>
    </message>
    <message>
        <source>fewer, larger operators: fold and fuse small ones, bind dynamic dimensions so that shape computations vanish</source>
        <translation>让算子更少更大：折叠并融合小算子，绑定动态维度以消除形状计算</translation>
    </message>
    <message>
        <source>the prediction is corrected by this measurement; probe the operators named in the per-operator table for better ones</source>
        <translation>预测已按此测量修正；对算子表中的算子做微基准测试可进一步改进</translation>
    </message>
    <message>
        <source>only %1 of %2 threads were busy; other programs kept %3 cores busy</source>
        <translation>%2 个线程中只有 %1 个在忙；其他程序占用 %3 个核</translation>
    </message>
    <message>
        <source>only %1 of %2 threads were busy</source>
        <translation>%2 个线程中只有 %1 个在忙</translation>
    </message>
    <message>
        <source>other programs kept %1 cores busy</source>
        <translation>其他程序占用 %1 个核</translation>
    </message>
    <message>
        <source>%1 us of %2 us pass between the %3 operators</source>
        <translation>%2 µs 中有 %1 µs 花在 %3 个算子之间</translation>
    </message>
    <message>
        <source>%1: %2 us instead of %3 us, %4 GFLOP/s and %5 GB/s achieved</source>
        <translation>%1：%2 µs，应为 %3 µs；达到 %4 GFLOP/s、%5 GB/s</translation>
    </message>
    <message>
        <source>NOISY: coefficient of variation %1; other load on %2 cores</source>
        <translation>噪声大：变异系数 %1；其他负载占 %2 个核</translation>
    </message>
    <message>
        <source>NOISY: coefficient of variation %1</source>
        <translation>噪声大：变异系数 %1</translation>
    </message>
    <message>
        <source>%1 drops by %2, more than %3</source>
        <translation>%1 下降 %2，超过 %3</translation>
    </message>
</context>
<context>
    <name>Experience</name>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Time / original</source>
        <translation>耗时 / 原始模型</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>可信度</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>✕ failed</source>
        <translation>✕ 失败</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>✓ faster</source>
        <translation>✓ 更快</translation>
    </message>
    <message>
        <source>! slower</source>
        <translation>! 更慢</translation>
    </message>
    <message>
        <source>○ no difference shown</source>
        <translation>○ 未见差异</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>device, revision</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Failure</source>
        <translation>失败原因</translation>
    </message>
    <message>
        <source>Rewrites</source>
        <translation>图改写</translation>
    </message>
    <message>
        <source>%1, relative to the original</source>
        <translation>%1（相对于原始模型）</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>metric, source</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Environment: %1</source>
        <translation>环境：%1</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Model&apos;s hash</source>
        <translation>模型哈希</translation>
    </message>
</context>
<context>
    <name>MigrationCheck</name>
    <message>
        <source>%1. %2</source>
        <comment>what is wrong, what to do</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>“%1” is not a number</source>
        <translation>“%1”不是数字</translation>
    </message>
    <message>
        <source>Must be from %1 to %2, not %3</source>
        <translation>取值范围为 %1 到 %2，而不是 %3</translation>
    </message>
    <message>
        <source>Must be a whole number, not %1</source>
        <translation>必须是整数，而不是 %1</translation>
    </message>
    <message>
        <source>Choose the model to adapt</source>
        <translation>请选择要迁移的模型</translation>
    </message>
    <message>
        <source>Choose this machine or a hardware profile</source>
        <translation>请选择本机或一个硬件档案</translation>
    </message>
    <message>
        <source>There is no such device here: all times will be simulated, accuracy is real</source>
        <translation>本机没有该设备：所有时间均为仿真值，精度为真实值</translation>
    </message>
    <message>
        <source>“%1” is no metric</source>
        <translation>“%1”不是指标</translation>
    </message>
    <message>
        <source>The same objective is named twice</source>
        <translation>同一目标出现了两次</translation>
    </message>
    <message>
        <source>Choose what to optimize</source>
        <translation>请选择优化目标</translation>
    </message>
    <message>
        <source>“%1” is not name=size, for example batch=1</source>
        <translation>“%1”不是“名称=大小”的形式，例如 batch=1</translation>
    </message>
    <message>
        <source>Name the program that judges a model</source>
        <translation>请填写用于评估模型的程序</translation>
    </message>
    <message>
        <source>This metric needs validation data with labels</source>
        <translation>该指标需要带标签的验证数据</translation>
    </message>
    <message>
        <source>The same data as calibration: validate on data that calibration never sees</source>
        <translation>与校准数据相同：请使用校准时未见过的数据进行验证</translation>
    </message>
    <message>
        <source>Without data, int8 is calibrated on random values: its accuracy says little</source>
        <translation>没有数据时，int8 用随机值校准，其精度参考价值有限</translation>
    </message>
    <message>
        <source>“%1” is no duration; write for example 90s, 10m or 1h30m</source>
        <translation>“%1”不是时长；请写成 90s、10m 或 1h30m 这样的形式</translation>
    </message>
    <message>
        <source>Give a seed, so that the search can be repeated</source>
        <translation>请填写随机种子，以便复现搜索</translation>
    </message>
    <message>
        <source>Must be a whole number from 0, not “%1”</source>
        <translation>必须是不小于 0 的整数，而不是“%1”</translation>
    </message>
    <message>
        <source>Name the folder for the session</source>
        <translation>请填写会话文件夹</translation>
    </message>
    <message>
        <source>Holds a session already; open it to resume, or choose another name</source>
        <translation>其中已有会话；可打开它继续，或换一个名称</translation>
    </message>
    <message>
        <source>Is not empty; choose a new folder</source>
        <translation>文件夹非空；请选择新的文件夹</translation>
    </message>
    <message>
        <source>Is a file; choose a new folder</source>
        <translation>这是一个文件；请选择新的文件夹</translation>
    </message>
    <message>
        <source>%1 exists and will be replaced</source>
        <translation>%1 已存在，将被替换</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 不存在</translation>
    </message>
</context>
<context>
    <name>NumberWords</name>
    <message>
        <source>Latency, median</source>
        <translation>延迟（中位数）</translation>
    </message>
    <message>
        <source>Latency, p90</source>
        <translation>延迟（p90）</translation>
    </message>
    <message>
        <source>Latency, p95</source>
        <translation>延迟（p95）</translation>
    </message>
    <message>
        <source>Latency, p99</source>
        <translation>延迟（p99）</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值内存</translation>
    </message>
    <message>
        <source>Energy per request</source>
        <translation>单次请求能耗</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Model size</source>
        <translation>模型大小</translation>
    </message>
    <message>
        <source>Cold start</source>
        <translation>冷启动</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>datasheet</source>
        <translation>数据手册</translation>
    </message>
    <message>
        <source>set by the user</source>
        <translation>用户设定</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>学习所得</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>%1 [%2, %3]</source>
        <comment>value [low, high]</comment>
        <translation>%1 [%2, %3]</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 times as fast %2</source>
        <comment>factor, interval</comment>
        <translation>速度为 %1 倍 %2</translation>
    </message>
    <message>
        <source>%1 times as slow %2</source>
        <comment>factor, interval</comment>
        <translation>耗时为 %1 倍 %2</translation>
    </message>
    <message>
        <source>no difference shown</source>
        <translation>未见差异</translation>
    </message>
    <message>
        <source>no difference shown %1</source>
        <comment>interval</comment>
        <translation>未见差异 %1</translation>
    </message>
    <message>
        <source>valid</source>
        <translation>有效</translation>
    </message>
    <message>
        <source>too unsteady to be used</source>
        <translation>波动过大，不可用</translation>
    </message>
    <message>
        <source>rough: the machine was busy</source>
        <translation>粗略：机器有其他负载</translation>
    </message>
</context>
<context>
    <name>SessionWords</name>
    <message>
        <source>Loading</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Analysing the model</source>
        <translation>分析模型</translation>
    </message>
    <message>
        <source>Measuring baselines</source>
        <translation>测量基线</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Measuring the finalists</source>
        <translation>测量入围候选</translation>
    </message>
    <message>
        <source>Validating</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Writing the report</source>
        <translation>生成报告</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>analysing the model</source>
        <translation>正在分析模型</translation>
    </message>
    <message>
        <source>measuring the original</source>
        <translation>正在测量原始模型</translation>
    </message>
    <message>
        <source>measuring the options that an engineer would set by hand</source>
        <translation>正在测量工程师会手动设置的选项</translation>
    </message>
    <message>
        <source>checking the finalists on all validation data</source>
        <translation>正在用全部验证数据检查入围候选</translation>
    </message>
    <message>
        <source>measuring the finalists in turn with the original</source>
        <translation>正在与原始模型交替测量入围候选</translation>
    </message>
    <message>
        <source>measuring cold starts and operators</source>
        <translation>正在测量冷启动和各算子</translation>
    </message>
    <message>
        <source>confirming the best in a fresh run</source>
        <translation>正在重新运行以确认最优候选</translation>
    </message>
    <message>
        <source>taking the winner&apos;s changes out one at a time</source>
        <translation>正在逐项去除优胜者的改动</translation>
    </message>
    <message>
        <source>trying boundary cases, looking for anomalies</source>
        <translation>正在测试边界输入并查找异常</translation>
    </message>
    <message>
        <source>writing the results</source>
        <translation>正在写入结果</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>searching graph variants: %1 of %2 measured, best takes %3 of the time</source>
        <translation>正在搜索图变体：已测 %1 / %2，最优耗时为原来的 %3</translation>
    </message>
    <message>
        <source>searching mappings, best takes %1 of the time</source>
        <translation>正在搜索映射，最优耗时为原来的 %1</translation>
    </message>
    <message>
        <source>measuring %1 in full</source>
        <translation>正在完整测量 %1</translation>
    </message>
    <message>
        <source>This machine has not been probed; predictions are rough</source>
        <translation>本机尚未做微基准测试，预测较粗略</translation>
    </message>
    <message>
        <source>Hardware profile</source>
        <translation>硬件档案</translation>
    </message>
    <message>
        <source>Times are simulated</source>
        <translation>时间为仿真值</translation>
    </message>
    <message>
        <source>No calibration data</source>
        <translation>没有校准数据</translation>
    </message>
    <message>
        <source>The data holds NaN</source>
        <translation>数据含 NaN</translation>
    </message>
    <message>
        <source>Unknown transforms are left out</source>
        <translation>忽略未知的变换</translation>
    </message>
    <message>
        <source>A precision is left out</source>
        <translation>排除一种数值精度</translation>
    </message>
    <message>
        <source>Operator model</source>
        <translation>算子模型</translation>
    </message>
    <message>
        <source>Experience found</source>
        <translation>找到已有经验</translation>
    </message>
    <message>
        <source>Experience shortens the search</source>
        <translation>经验缩短了搜索</translation>
    </message>
    <message>
        <source>Experience could not be written</source>
        <translation>无法写入经验</translation>
    </message>
    <message>
        <source>The original&apos;s outputs vary</source>
        <translation>原始模型的输出不稳定</translation>
    </message>
    <message>
        <source>The agent was lost and started anew</source>
        <translation>代理进程丢失，已重新启动</translation>
    </message>
    <message>
        <source>The original&apos;s outputs hold NaN</source>
        <translation>原始模型的输出含 NaN</translation>
    </message>
    <message>
        <source>Fusion could not be checked</source>
        <translation>无法检查融合情况</translation>
    </message>
    <message>
        <source>The sample model&apos;s own data are used</source>
        <translation>使用示例模型自带的数据</translation>
    </message>
    <message>
        <source>The experience store cannot be used</source>
        <translation>无法使用经验库</translation>
    </message>
    <message>
        <source>The environment changed since this session was begun</source>
        <translation>会话开始后环境发生了变化</translation>
    </message>
    <message>
        <source>Deployment file</source>
        <translation>部署文件</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>remark, detail</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>New best: %1 takes %2 of the original&apos;s score</source>
        <translation>新的最优：%1，得分为原始模型的 %2</translation>
    </message>
    <message>
        <source>%1 dropped out: %2</source>
        <translation>%1 被淘汰：%2</translation>
    </message>
    <message>
        <source>%1 takes %2 of the original&apos;s time; quality %3</source>
        <translation>%1 耗时为原始模型的 %2；质量 %3</translation>
    </message>
    <message>
        <source>%1 takes %2 of the original&apos;s time</source>
        <translation>%1 耗时为原始模型的 %2</translation>
    </message>
    <message>
        <source>%1 was checked</source>
        <translation>已检查 %1</translation>
    </message>
    <message>
        <source>No candidate meets the limits</source>
        <translation>没有候选满足约束</translation>
    </message>
    <message>
        <source>%1 times as fast as the original</source>
        <translation>速度为原始模型的 %1 倍</translation>
    </message>
    <message>
        <source>Adapted to meet the limits</source>
        <translation>已适配以满足约束</translation>
    </message>
    <message>
        <source>Keep the original: adapting is not worth it here</source>
        <translation>保留原始模型：此处适配不划算</translation>
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
        <source>%1 were predicted, %2 were measured; this explains %3 of it.</source>
        <translation>预测 %1，实测 %2；该原因可解释其中的 %3。</translation>
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
</context>
<context>
    <name>metainfer::widgets::CodePanel</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>复制：%1</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::CopyTable</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy with header</source>
        <translation>连同表头复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::MigrationForm</name>
    <message>
        <source>✕ %1</source>
        <comment>error beneath a field</comment>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>ⓘ %1</source>
        <comment>hint beneath a field</comment>
        <translation>ⓘ %1</translation>
    </message>
    <message>
        <source>This machine (measured)</source>
        <translation>本机（实测）</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1（仿真）</translation>
    </message>
    <message>
        <source>%1 (%2, simulated)</source>
        <translation>%1（%2，仿真）</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Fidelity: outputs close to the original&apos;s</source>
        <translation>保真度：输出与原始模型的接近程度</translation>
    </message>
    <message>
        <source>Top-1 accuracy (labels in the data)</source>
        <translation>Top-1 准确率（数据含标签）</translation>
    </message>
    <message>
        <source>mAP at IoU 0.5 (boxes in the data)</source>
        <translation>IoU 0.5 的 mAP（数据含框）</translation>
    </message>
    <message>
        <source>Own program</source>
        <translation>自定义程序</translation>
    </message>
    <message>
        <source>Model and target</source>
        <translation>模型与目标</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>优化目标</translation>
    </message>
    <message>
        <source>Limits (empty = none)</source>
        <translation>约束（留空 = 无）</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Advanced search</source>
        <translation>高级搜索设置</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Choose one of the sample models with its data</source>
        <translation>选择一个带数据的示例模型</translation>
    </message>
    <message>
        <source>Sample models</source>
        <translation>示例模型</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>An ONNX file, or the name of a sample model</source>
        <translation>ONNX 文件，或示例模型的名称</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx);;All files (*)</source>
        <translation>ONNX 模型 (*.onnx);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Choose, type or drop a model.onnx</source>
        <translation>选择、输入或拖入 model.onnx</translation>
    </message>
    <message>
        <source>&amp;Target</source>
        <translation>目标(&amp;T)</translation>
    </message>
    <message>
        <source>This machine, or a hardware profile, which is simulated</source>
        <translation>本机，或一个硬件档案（仿真）</translation>
    </message>
    <message>
        <source>Session &amp;folder</source>
        <translation>会话文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>A new folder that will hold all that is tried, measured and decided</source>
        <translation>新文件夹，保存所有尝试、测量和决策</translation>
    </message>
    <message>
        <source>Session folder</source>
        <translation>会话文件夹</translation>
    </message>
    <message>
        <source>A new folder</source>
        <translation>新文件夹</translation>
    </message>
    <message>
        <source>&amp;Optimize</source>
        <translation>优化(&amp;O)</translation>
    </message>
    <message>
        <source>The first one decides; the second one breaks ties</source>
        <translation>第一项决定结果；第二项用于区分并列</translation>
    </message>
    <message>
        <source>Objective %1</source>
        <translation>目标 %1</translation>
    </message>
    <message>
        <source>Weight of objective %1</source>
        <translation>目标 %1 的权重</translation>
    </message>
    <message>
        <source>&amp;Weigh them into one score</source>
        <translation>加权合成一个得分(&amp;W)</translation>
    </message>
    <message>
        <source>Latency at most, ms</source>
        <translation>延迟上限（毫秒）</translation>
    </message>
    <message>
        <source>A hard limit on the latency objective, or on p95</source>
        <translation>对延迟目标（或 p95）的硬约束</translation>
    </message>
    <message>
        <source>Memory at most, MB</source>
        <translation>内存上限（MB）</translation>
    </message>
    <message>
        <source>Peak memory, 1 MB = 2^20 bytes</source>
        <translation>峰值内存，1 MB = 2^20 字节</translation>
    </message>
    <message>
        <source>Accuracy may fall by, points</source>
        <translation>精度允许下降（百分点）</translation>
    </message>
    <message>
        <source>Percentage points below the original; 1 means from 90 % to 89 %</source>
        <translation>相对原始模型的百分点；1 表示从 90 % 降到 89 %</translation>
    </message>
    <message>
        <source>&amp;Calibration</source>
        <translation>校准(&amp;C)</translation>
    </message>
    <message>
        <source>Typical inputs from which int8 ranges are taken</source>
        <translation>用于确定 int8 范围的典型输入</translation>
    </message>
    <message>
        <source>Calibration data</source>
        <translation>校准数据</translation>
    </message>
    <message>
        <source>NumPy data (*.npz *.npy);;All files (*)</source>
        <translation>NumPy 数据 (*.npz *.npy);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Without it, int8 is calibrated on random values</source>
        <translation>若不提供，int8 用随机值校准</translation>
    </message>
    <message>
        <source>&amp;Validation</source>
        <translation>验证(&amp;V)</translation>
    </message>
    <message>
        <source>Other inputs, which calibration never sees; the gate is judged on them</source>
        <translation>校准未使用的另一批输入；门限据此判定</translation>
    </message>
    <message>
        <source>Validation data</source>
        <translation>验证数据</translation>
    </message>
    <message>
        <source>Without it, outputs are compared on random values</source>
        <translation>若不提供，则用随机值比较输出</translation>
    </message>
    <message>
        <source>Accuracy metric</source>
        <translation>精度指标</translation>
    </message>
    <message>
        <source>How accuracy is judged</source>
        <translation>如何评估精度</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Takes a model&apos;s path and prints a JSON object with the metric</source>
        <translation>接收模型路径，输出含指标的 JSON 对象</translation>
    </message>
    <message>
        <source>Accuracy at least</source>
        <translation>精度下限</translation>
    </message>
    <message>
        <source>As a fraction, 0.9 is 90 %</source>
        <translation>用小数表示，0.9 即 90 %</translation>
    </message>
    <message>
        <source>&amp;Budget, candidates</source>
        <translation>预算（候选数）(&amp;B)</translation>
    </message>
    <message>
        <source>How many candidates are measured</source>
        <translation>要测量的候选数量</translation>
    </message>
    <message>
        <source>T&amp;ime limit</source>
        <translation>时间上限(&amp;I)</translation>
    </message>
    <message>
        <source>For example 90s, 10m or 1h30m</source>
        <translation>例如 90s、10m 或 1h30m</translation>
    </message>
    <message>
        <source>See&amp;d</source>
        <translation>随机种子(&amp;D)</translation>
    </message>
    <message>
        <source>The same seed gives the same search</source>
        <translation>相同的种子得到相同的搜索</translation>
    </message>
    <message>
        <source>Threads at most</source>
        <translation>线程上限</translation>
    </message>
    <message>
        <source>Cores that the deployed model may use; empty = all</source>
        <translation>部署后的模型可用的核数；留空 = 全部</translation>
    </message>
    <message>
        <source>Free dimensions</source>
        <translation>自由维度</translation>
    </message>
    <message>
        <source>Sizes of the model&apos;s dynamic dimensions: batch=1, sequence=128</source>
        <translation>模型动态维度的大小：batch=1, sequence=128</translation>
    </message>
    <message>
        <source>batch=1, sequence=128</source>
        <translation>batch=1, sequence=128</translation>
    </message>
    <message>
        <source>Use and extend the &amp;experience of earlier sessions</source>
        <translation>使用并扩充以往会话的经验(&amp;E)</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::PathField</name>
    <message>
        <source>Choose %1</source>
        <translation>选择%1</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ResultModel</name>
    <message>
        <source>Accuracy (%1)</source>
        <translation>精度（%1）</translation>
    </message>
    <message>
        <source>Time relative to the original</source>
        <translation>相对原始模型的耗时</translation>
    </message>
    <message>
        <source>Verdict against the original</source>
        <translation>与原始模型相比</translation>
    </message>
    <message>
        <source>Verdict against hand-tuned</source>
        <translation>与手动调优相比</translation>
    </message>
    <message>
        <source>Single numbers are</source>
        <translation>单项数值</translation>
    </message>
    <message>
        <source>Variant and options</source>
        <translation>变体与选项</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>value, source</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>value, source</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Both took turns in one run; %1 clock</source>
        <translation>两者在同一次运行中交替测量；时钟：%1</translation>
    </message>
    <message>
        <source>Simulated, not measured</source>
        <translation>仿真，非实测</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始模型</translation>
    </message>
    <message>
        <source>Hand-tuned</source>
        <translation>手动调优</translation>
    </message>
    <message>
        <source>Adapted</source>
        <translation>适配后</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::StageList</name>
    <message>
        <source>%1: to come</source>
        <translation>%1：未开始</translation>
    </message>
    <message>
        <source>%1: at work</source>
        <translation>%1：进行中</translation>
    </message>
    <message>
        <source>%1: done</source>
        <translation>%1：已完成</translation>
    </message>
    <message>
        <source>%1: stopped here</source>
        <translation>%1：在此停止</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::AccuracyPlace</name>
    <message>
        <source>Accuracy</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Gate, accuracy before and after, anomalies</source>
        <translation>门限、前后精度与异常</translation>
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
        <source>Sample</source>
        <translation>样本</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::DevicesPlace</name>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>This machine, simulated targets, and what is missing</source>
        <translation>本机、仿真目标以及缺少的组件</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>✓ measures</source>
        <translation>✓ 可实测</translation>
    </message>
    <message>
        <source>○ simulated</source>
        <translation>○ 仿真</translation>
    </message>
    <message>
        <source>Models run here in a process of their own; all numbers are measured.</source>
        <translation>模型在独立进程中运行；所有数值均为实测。</translation>
    </message>
    <message>
        <source>Reading the environment…</source>
        <translation>正在读取环境…</translation>
    </message>
    <message>
        <source>There is no such device here. Adapting to it is possible: times come from a model of this profile and are marked as simulated.</source>
        <translation>本机没有该设备，但可以向其迁移：时间由该档案的模型给出，并标为仿真。</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核数</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>主频</translation>
    </message>
    <message>
        <source>%1 MHz</source>
        <translation>%1 MHz</translation>
    </message>
    <message>
        <source>Data types</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Peak, %1</source>
        <translation>峰值（%1）</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>Launch overhead</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>✕ missing</source>
        <translation>✕ 缺失</translation>
    </message>
    <message>
        <source>! warning</source>
        <translation>! 警告</translation>
    </message>
    <message>
        <source>✓ here</source>
        <translation>✓ 就绪</translation>
    </message>
    <message>
        <source>✕ Something that the program needs is missing; see the checks for what to do.</source>
        <translation>✕ 缺少程序所需的组件；处理办法见检查列表。</translation>
    </message>
    <message>
        <source>✓ Everything is here.</source>
        <translation>✓ 一切就绪。</translation>
    </message>
    <message>
        <source>Check &amp;again</source>
        <translation>重新检查(&amp;A)</translation>
    </message>
    <message>
        <source>Use as &amp;target</source>
        <translation>用作目标(&amp;T)</translation>
    </message>
    <message>
        <source>Checks of this installation</source>
        <translation>安装检查</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值来源</translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation>厂商</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Properties of the device</source>
        <translation>设备属性</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>处理办法</translation>
    </message>
    <message>
        <source>✓ Everything needed is here. Remarks on what lowers the worth of numbers: %1</source>
        <translation>✓ 所需组件齐全。影响数值可信度的提示：%1</translation>
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
        <source>%1 errors, %2 warnings, %3 notes</source>
        <translation>%1 个错误，%2 个警告，%3 条提示</translation>
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
</context>
<context>
    <name>metainfer::workbench::EventModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>过程</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ExperiencePlace</name>
    <message>
        <source>Experience</source>
        <translation>经验</translation>
    </message>
    <message>
        <source>What earlier sessions found out, and how far it is trusted</source>
        <translation>以往会话的发现及其可信度</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>所有模型</translation>
    </message>
    <message>
        <source>All devices</source>
        <translation>所有设备</translation>
    </message>
    <message>
        <source>All rewrites</source>
        <translation>所有图改写</translation>
    </message>
    <message>
        <source>Any trust</source>
        <translation>任意可信度</translation>
    </message>
    <message>
        <source>Trust from %1</source>
        <translation>可信度不低于 %1</translation>
    </message>
    <message>
        <source>Least trust</source>
        <translation>最低可信度</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>任意时间</translation>
    </message>
    <message>
        <source>Last day</source>
        <translation>最近一天</translation>
    </message>
    <message>
        <source>Last week</source>
        <translation>最近一周</translation>
    </message>
    <message>
        <source>Last month</source>
        <translation>最近一月</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>Export experience</source>
        <translation>导出经验</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl)</source>
        <translation>JSON 行文件 (*.jsonl)</translation>
    </message>
    <message>
        <source>Exporting experience</source>
        <translation>正在导出经验</translation>
    </message>
    <message>
        <source>%1 records written to %2</source>
        <translation>已将 %1 条记录写入 %2</translation>
    </message>
    <message>
        <source>Import experience</source>
        <translation>导入经验</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl);;All files (*)</source>
        <translation>JSON 行文件 (*.jsonl);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Importing experience</source>
        <translation>正在导入经验</translation>
    </message>
    <message>
        <source>%1 lines are no valid records</source>
        <translation>%1 行不是有效记录</translation>
    </message>
    <message>
        <source>Expire experience</source>
        <translation>清理过期经验</translation>
    </message>
    <message>
        <source>Remove all records whose trust has fallen below %1? This cannot be undone; an export beforehand keeps them.</source>
        <translation>删除所有可信度低于 %1 的记录？此操作无法撤销；可先导出以保留。</translation>
    </message>
    <message>
        <source>Expiring experience</source>
        <translation>正在清理过期经验</translation>
    </message>
    <message>
        <source>No experience yet</source>
        <translation>尚无经验</translation>
    </message>
    <message>
        <source>Every session adds what it tried. Adapt a model, or import a colleague&apos;s experience.</source>
        <translation>每个会话都会添加其尝试结果。请迁移一个模型，或导入同事的经验。</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>刷新(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>E&amp;xpire…</source>
        <translation>清理过期(&amp;X)…</translation>
    </message>
    <message>
        <source>Search in all columns</source>
        <translation>在所有列中搜索</translation>
    </message>
    <message>
        <source>Search experience</source>
        <translation>搜索经验</translation>
    </message>
    <message>
        <source>Records of experience</source>
        <translation>经验记录</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Details of the record</source>
        <translation>记录详情</translation>
    </message>
    <message>
        <source>Candidates: %1 of %2 sessions, failed: %3, timed operators: %4, in %5</source>
        <translation>候选：%1（来自 %2 个会话），失败：%3，已计时算子：%4，位于 %5</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::NewMigrationPage</name>
    <message>
        <source>Open deployment</source>
        <translation>打开部署文件</translation>
    </message>
    <message>
        <source>Deployments (*.yaml *.yml)</source>
        <translation>部署文件 (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Ready. Everything is written to the session folder.</source>
        <translation>就绪。所有内容都会写入会话文件夹。</translation>
    </message>
    <message>
        <source>Choose a model to begin.</source>
        <translation>请先选择模型。</translation>
    </message>
    <message>
        <source>New migration</source>
        <translation>新建迁移</translation>
    </message>
    <message>
        <source>Open &amp;deployment…</source>
        <translation>打开部署文件(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Back to the session</source>
        <translation>返回会话(&amp;B)</translation>
    </message>
    <message>
        <source>First time here? Adapt a sample model now</source>
        <translation>第一次使用？现在就迁移一个示例模型</translation>
    </message>
    <message>
        <source>A small trained image classifier with its data is adapted, measured and checked, start to finish. On this machine it takes one to two minutes; on a simulated accelerator a few seconds.</source>
        <translation>对一个自带数据、已训练好的小型图像分类模型完成适配、测量和检查的全过程。在本机需要一到两分钟；在仿真加速器上只需几秒。</translation>
    </message>
    <message>
        <source>Adapt it on &amp;this machine</source>
        <translation>在本机上迁移(&amp;T)</translation>
    </message>
    <message>
        <source>On a &amp;simulated accelerator</source>
        <translation>在仿真加速器上(&amp;S)</translation>
    </message>
    <message>
        <source>The same as deployment.yaml</source>
        <translation>等效的 deployment.yaml</translation>
    </message>
    <message>
        <source>The same on the command line</source>
        <translation>等效的命令行</translation>
    </message>
    <message>
        <source>&amp;Adapt</source>
        <translation>开始迁移(&amp;A)</translation>
    </message>
    <message>
        <source>Appears as the form is filled in</source>
        <translation>填写表单后显示在此处</translation>
    </message>
    <message>
        <source>Fields that need attention: %1</source>
        <translation>需要处理的字段：%1</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ReportsPlace</name>
    <message>
        <source>Reports</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Read and export the migration report</source>
        <translation>阅读并导出迁移报告</translation>
    </message>
    <message>
        <source>Export report as %1</source>
        <translation>将报告导出为 %1</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1 文件 (*.%2)</translation>
    </message>
    <message>
        <source>Exporting %1</source>
        <translation>正在导出 %1</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>No report yet</source>
        <translation>尚无报告</translation>
    </message>
    <message>
        <source>A report is written when a session is done. Start one, or open a finished session folder.</source>
        <translation>会话完成后会生成报告。请开始一个会话，或打开已完成的会话文件夹。</translation>
    </message>
    <message>
        <source>Go to the session</source>
        <translation>前往会话</translation>
    </message>
    <message>
        <source>Export the report as %1</source>
        <translation>将报告导出为 %1</translation>
    </message>
    <message>
        <source>The report&apos;s text is in English, as the files are.</source>
        <translation>报告正文与文件一致，为英文。</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::RunPage</name>
    <message>
        <source>Pausing: waiting for the running measurement…</source>
        <translation>正在暂停：等待当前测量结束…</translation>
    </message>
    <message>
        <source>▶ Adapting</source>
        <translation>▶ 正在迁移</translation>
    </message>
    <message>
        <source>✓ %1</source>
        <comment>state</comment>
        <translation>✓ %1</translation>
    </message>
    <message>
        <source>■ %1</source>
        <comment>state</comment>
        <translation>■ %1</translation>
    </message>
    <message>
        <source>%1 %, about %2 left: %3</source>
        <comment>share, time, what is done</comment>
        <translation>%1 %，约剩 %2：%3</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>%1 %: %2</source>
        <comment>share, what is done</comment>
        <translation>%1 %：%2</translation>
    </message>
    <message>
        <source>%1 was chosen</source>
        <translation>选中 %1</translation>
    </message>
    <message>
        <source>%1 takes %2 of the original&apos;s score</source>
        <translation>%1 的得分为原始模型的 %2</translation>
    </message>
    <message>
        <source>Nothing better than the original yet</source>
        <translation>尚无优于原始模型的候选</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1（仿真）</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>model, target</comment>
        <translation>%1，目标 %2</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Stops now and keeps everything that was measured. Resume goes on from there.</source>
        <translation>立即停止并保留所有测量结果。之后可从此处继续。</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>继续(&amp;R)</translation>
    </message>
    <message>
        <source>Everything measured so far is kept in the folder. Resume goes on from there, today or later.</source>
        <translation>已测得的结果都保存在文件夹中，随时可以从此处继续。</translation>
    </message>
    <message>
        <source>Progress of the adaptation</source>
        <translation>迁移进度</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Best so far</source>
        <translation>当前最优</translation>
    </message>
    <message>
        <source>The same on the command line</source>
        <translation>等效的命令行</translation>
    </message>
    <message>
        <source>&amp;Report</source>
        <translation>报告(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Candidates</source>
        <translation>候选(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Model before and after</source>
        <translation>前后模型对比(&amp;M)</translation>
    </message>
    <message>
        <source>Result: original, hand-tuned and adapted</source>
        <translation>结果：原始、手动调优与适配后</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>过程</translation>
    </message>
    <message>
        <source>Events appear here while the session runs. What was tried before is under Candidates.</source>
        <translation>会话运行时，事件会显示在这里。以往的尝试见“候选”。</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>Candidates measured: %1, dropped out: %2</source>
        <translation>已测候选：%1，淘汰：%2</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::SessionPlace</name>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Start a migration and watch it</source>
        <translation>开始迁移并观察进度</translation>
    </message>
    <message>
        <source>New migration</source>
        <translation>新建迁移</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::SessionPresenter</name>
    <message>
        <source>Adapting %1</source>
        <translation>正在迁移 %1</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::Workspace</name>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 不存在</translation>
    </message>
    <message>
        <source>%1 is a folder, but no session (it holds no session.json)</source>
        <translation>%1 是文件夹，但不是会话（其中没有 session.json）</translation>
    </message>
    <message>
        <source>Open a session folder, a model (.onnx) or a YAML file.</source>
        <translation>请打开会话文件夹、模型 (.onnx) 或 YAML 文件。</translation>
    </message>
    <message>
        <source>%1 is nothing that can be opened here</source>
        <translation>此处无法打开 %1</translation>
    </message>
    <message>
        <source>Open a session folder, a model (.onnx), a deployment or a hardware profile (.yaml).</source>
        <translation>请打开会话文件夹、模型 (.onnx)、部署文件或硬件档案 (.yaml)。</translation>
    </message>
</context>
</TS>
