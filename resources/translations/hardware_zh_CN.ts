<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>metainfer::widgets::DataTable</name>
    <message>
        <source>&amp;Copy rows</source>
        <translation>复制所选行(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;all</source>
        <translation>复制全部(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Original order</source>
        <translation>恢复原始顺序(&amp;O)</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::HeatMap</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>native</source>
        <translation>原生</translation>
    </message>
    <message>
        <source>decomposed</source>
        <translation>分解实现</translation>
    </message>
    <message>
        <source>emulated</source>
        <translation>模拟实现</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>symbol and meaning</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>row, column: cell</comment>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>Copy &amp;data</source>
        <translation>复制数据(&amp;D)</translation>
    </message>
    <message>
        <source>Copy as &amp;image</source>
        <translation>复制为图像(&amp;I)</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::MatrixTexts</name>
    <message>
        <source>%1: %2</source>
        <comment>operator: state</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Speed class: %1</source>
        <translation>速度等级：%1</translation>
    </message>
    <message>
        <source>Smallest size: %1</source>
        <translation>最小尺寸：%1</translation>
    </message>
    <message>
        <source>Layout: %1</source>
        <translation>布局：%1</translation>
    </message>
    <message>
        <source>Fused forms: %1</source>
        <translation>融合形式：%1</translation>
    </message>
    <message>
        <source>fast</source>
        <translation>快</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>慢</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>崩溃</translation>
    </message>
    <message>
        <source>Speed class</source>
        <translation>速度等级</translation>
    </message>
    <message>
        <source>Rate, GFLOP/s</source>
        <translation>速率（GFLOP/s）</translation>
    </message>
    <message>
        <source>Traffic, GB/s</source>
        <translation>访存（GB/s）</translation>
    </message>
    <message>
        <source>Time of the smallest size</source>
        <translation>最小尺寸的耗时</translation>
    </message>
    <message>
        <source>any type</source>
        <translation>任意类型</translation>
    </message>
    <message>
        <source>%1: %2, as the profile lists it</source>
        <translation>%1：%2（依硬件档案所列）</translation>
    </message>
    <message>
        <source>The profile says nothing about %1.</source>
        <translation>硬件档案没有说明 %1。</translation>
    </message>
    <message>
        <source>%1 was not probed there.</source>
        <translation>此处未测量 %1。</translation>
    </message>
    <message>
        <source>Median %1, measured</source>
        <translation>中位数 %1，实测</translation>
    </message>
    <message>
        <source>%1 of the roofline</source>
        <translation>屋顶线的 %1</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ProbeTexts</name>
    <message>
        <source>%1×</source>
        <comment>ratio</comment>
        <translation>%1×</translation>
    </message>
    <message>
        <source>Not stated; derived: %1</source>
        <translation>未注明；推导自：%1</translation>
    </message>
    <message>
        <source>%1 (derived)</source>
        <translation>%1（推导）</translation>
    </message>
    <message>
        <source>▲ %1</source>
        <translation>▲ %1</translation>
    </message>
    <message>
        <source>▼ %1</source>
        <translation>▼ %1</translation>
    </message>
    <message>
        <source>≈ %1</source>
        <translation>≈ %1</translation>
    </message>
    <message>
        <source>not native: %1</source>
        <translation>非原生：%1</translation>
    </message>
    <message>
        <source>%1, line %2 B</source>
        <translation>%1，缓存行 %2 B</translation>
    </message>
    <message>
        <source>over %1</source>
        <translation>数据量 %1</translation>
    </message>
    <message>
        <source>Launch overhead</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <source>smallest model, wall clock</source>
        <translation>最小模型，墙钟时间</translation>
    </message>
    <message>
        <source>Speed-up of %1 threads</source>
        <translation>%1 线程的加速比</translation>
    </message>
    <message>
        <source>large convolution</source>
        <translation>大型卷积</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <source>sequential reads</source>
        <translation>顺序读</translation>
    </message>
    <message>
        <source>strided reads</source>
        <translation>跨步读</translation>
    </message>
    <message>
        <source>random reads</source>
        <translation>随机读</translation>
    </message>
    <message>
        <source>%1, earlier</source>
        <translation>%1（此前）</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Datasheet</source>
        <translation>数据手册</translation>
    </message>
    <message>
        <source>Measured / datasheet</source>
        <translation>实测 / 数据手册</translation>
    </message>
    <message>
        <source>Earlier, measured</source>
        <translation>此前实测</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>95th percentile</source>
        <translation>第 95 百分位</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>访存</translation>
    </message>
    <message>
        <source>Speed class</source>
        <translation>速度等级</translation>
    </message>
    <message>
        <source>Earlier median</source>
        <translation>此前中位数</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>✕ %1</source>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>sign, ratio</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>fall at %1</source>
        <translation>在 %1 处下降</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>cache: size</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>earlier</source>
        <translation>此前</translation>
    </message>
    <message>
        <source>ideal</source>
        <translation>理想</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>%1, 1 thread</source>
        <translation>%1，1 线程</translation>
    </message>
    <message>
        <source>%1, %2 threads</source>
        <translation>%1，%2 线程</translation>
    </message>
    <message>
        <source>%1, sequential reads</source>
        <translation>%1，顺序读</translation>
    </message>
    <message>
        <source>Memory, %1</source>
        <translation>内存，%1</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ProfileFields</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Letters, digits and - _ . +; the file is called so</source>
        <translation>字母、数字和 - _ . +；文件以此命名</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>The kind of device</source>
        <translation>设备种类</translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation>厂商</translation>
    </message>
    <message>
        <source>Who makes it</source>
        <translation>制造者</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>One or two sentences</source>
        <translation>一两句话</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核心数</translation>
    </message>
    <message>
        <source>Independent units that share the memory</source>
        <translation>共享内存的独立单元</translation>
    </message>
    <message>
        <source>Vector units per core</source>
        <translation>每核向量单元</translation>
    </message>
    <message>
        <source>Units that work on vectors side by side in one core</source>
        <translation>一个核心内并行处理向量的单元</translation>
    </message>
    <message>
        <source>Scalar units per core</source>
        <translation>每核标量单元</translation>
    </message>
    <message>
        <source>Units for single values in one core</source>
        <translation>一个核心内处理单个数值的单元</translation>
    </message>
    <message>
        <source>Clock frequency</source>
        <translation>时钟频率</translation>
    </message>
    <message>
        <source>Of the cores, sustained</source>
        <translation>核心的持续频率</translation>
    </message>
    <message>
        <source>Supported data types</source>
        <translation>支持的数据类型</translation>
    </message>
    <message>
        <source>Separated by commas: fp32, fp16, bf16, int8, …</source>
        <translation>以逗号分隔：fp32, fp16, bf16, int8, …</translation>
    </message>
    <message>
        <source>Matrix tile</source>
        <translation>矩阵分块</translation>
    </message>
    <message>
        <source>What the matrix unit multiplies at once: rows x columns x depth</source>
        <translation>矩阵单元一次相乘的大小：行 x 列 x 深度</translation>
    </message>
    <message>
        <source>Power limit</source>
        <translation>功耗上限</translation>
    </message>
    <message>
        <source>Design power or limit</source>
        <translation>设计功耗或上限</translation>
    </message>
    <message>
        <source>Temperature limit</source>
        <translation>温度上限</translation>
    </message>
    <message>
        <source>Above it the device slows down</source>
        <translation>超过后设备降速</translation>
    </message>
    <message>
        <source>Alignment</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Addresses of tensors are multiples of this power of two</source>
        <translation>张量地址是此 2 的幂的倍数</translation>
    </message>
    <message>
        <source>Fast operators</source>
        <translation>快速算子</translation>
    </message>
    <message>
        <source>Operator families, separated by commas: conv2d, matmul, …</source>
        <translation>算子族，以逗号分隔：conv2d, matmul, …</translation>
    </message>
    <message>
        <source>Medium operators</source>
        <translation>中速算子</translation>
    </message>
    <message>
        <source>Slow operators</source>
        <translation>慢速算子</translation>
    </message>
    <message>
        <source>Unsupported operators</source>
        <translation>不支持的算子</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Queues that run side by side</source>
        <translation>并行运行的队列</translation>
    </message>
    <message>
        <source>Launch overhead</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <source>Time to start one operator, as documented</source>
        <translation>启动一个算子的时间，依文档</translation>
    </message>
    <message>
        <source>Launch overhead, measured</source>
        <translation>启动开销（实测）</translation>
    </message>
    <message>
        <source>Time to start one operator, as the microbenchmarks found it</source>
        <translation>启动一个算子的时间，由微基准测得</translation>
    </message>
    <message>
        <source>Dynamic shapes</source>
        <translation>动态形状</translation>
    </message>
    <message>
        <source>Whether dimensions may change from run to run</source>
        <translation>各次运行的维度是否可以变化</translation>
    </message>
    <message>
        <source>In-place operators</source>
        <translation>原地算子</translation>
    </message>
    <message>
        <source>Whether a result may take the place of its input</source>
        <translation>结果是否可以占用输入的位置</translation>
    </message>
    <message>
        <source>Schemes</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>per_tensor, per_channel, …, separated by commas</source>
        <translation>per_tensor, per_channel, …，以逗号分隔</translation>
    </message>
    <message>
        <source>Channel alignment</source>
        <translation>通道对齐</translation>
    </message>
    <message>
        <source>Channel counts that fill the units, separated by commas</source>
        <translation>能填满单元的通道数，以逗号分隔</translation>
    </message>
    <message>
        <source>Largest work ratio of a fused block</source>
        <translation>融合块的最大工作量比</translation>
    </message>
    <message>
        <source>A fused block holds at most this multiple of one unit&apos;s work; 2 when not given</source>
        <translation>融合块最多包含单个单元工作量的此倍数；未给出时为 2</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>Its name: L1, shared, DRAM</source>
        <translation>名称：L1、shared、DRAM</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Of one instance: 32 KiB, 8 MiB</source>
        <translation>单个实例的大小：32 KiB、8 MiB</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Of one instance, as documented</source>
        <translation>单个实例，依文档</translation>
    </message>
    <message>
        <source>Bandwidth, measured</source>
        <translation>带宽（实测）</translation>
    </message>
    <message>
        <source>Sequential reads</source>
        <translation>顺序读</translation>
    </message>
    <message>
        <source>Bandwidth, strided</source>
        <translation>带宽（跨步）</translation>
    </message>
    <message>
        <source>Measured with strided reads</source>
        <translation>以跨步读实测</translation>
    </message>
    <message>
        <source>Bandwidth, random</source>
        <translation>带宽（随机）</translation>
    </message>
    <message>
        <source>Measured with random reads</source>
        <translation>以随机读实测</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Of one dependent load</source>
        <translation>一次相关加载的延迟</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例数</translation>
    </message>
    <message>
        <source>How many there are side by side</source>
        <translation>并列的数量</translation>
    </message>
    <message>
        <source>Cache line</source>
        <translation>缓存行</translation>
    </message>
    <message>
        <source>What is moved at least</source>
        <translation>最小搬运量</translation>
    </message>
    <message>
        <source>DMA burst</source>
        <translation>DMA 突发长度</translation>
    </message>
    <message>
        <source>What one transfer moves</source>
        <translation>一次传输的搬运量</translation>
    </message>
    <message>
        <source>Managed by</source>
        <translation>管理方</translation>
    </message>
    <message>
        <source>user: programs place data; hardware: a cache</source>
        <translation>user：由程序放置数据；hardware：缓存</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>标识</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Peak rates (datasheet)</source>
        <translation>峰值速率（数据手册）</translation>
    </message>
    <message>
        <source>Sustained rates (measured)</source>
        <translation>持续速率（实测）</translation>
    </message>
    <message>
        <source>Memory level</source>
        <translation>存储层级</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Scheduling</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Of the whole device, as documented; a multiply-accumulate counts as two operations</source>
        <translation>整个设备，依文档；一次乘加计为两次运算</translation>
    </message>
    <message>
        <source>Of the whole device, as measured; a multiply-accumulate counts as two operations</source>
        <translation>整个设备，实测；一次乘加计为两次运算</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ProfileFormModel</name>
    <message>
        <source>Memory level %1</source>
        <translation>存储层级 %1</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>value and unit</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>problem. remedy</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>field: value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>来源</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ProfileFormView</name>
    <message>
        <source>&amp;Edit value</source>
        <translation>编辑值(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Not known (remove)</source>
        <translation>设为未知（删除）(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Add memory level</source>
        <translation>添加存储层级(&amp;A)</translation>
    </message>
    <message>
        <source>Remove this &amp;memory level</source>
        <translation>删除此存储层级(&amp;M)</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ProfileListModel</name>
    <message>
        <source>%1, %2</source>
        <comment>name, kind and source</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::Quantity</name>
    <message>
        <source>%1 %2</source>
        <comment>number and unit</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
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
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>%1 TOP/s</source>
        <translation>%1 TOP/s</translation>
    </message>
    <message>
        <source>%1 GOP/s</source>
        <translation>%1 GOP/s</translation>
    </message>
    <message>
        <source>%1 TFLOP/s</source>
        <translation>%1 TFLOP/s</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>percent</comment>
        <translation>%1 %</translation>
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
        <translation>模拟</translation>
    </message>
    <message>
        <source>datasheet</source>
        <translation>数据手册</translation>
    </message>
    <message>
        <source>entered by hand</source>
        <translation>手工输入</translation>
    </message>
    <message>
        <source>learned from runs</source>
        <translation>从运行中学得</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::RadarPlot</name>
    <message>
        <source>%1
%2: %3</source>
        <comment>device, property: value</comment>
        <translation>%1
%2：%3</translation>
    </message>
    <message>
        <source>Copy &amp;data</source>
        <translation>复制数据(&amp;D)</translation>
    </message>
    <message>
        <source>Copy as &amp;image</source>
        <translation>复制为图像(&amp;I)</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::RadarTexts</name>
    <message>
        <source>fp32 rate</source>
        <translation>fp32 速率</translation>
    </message>
    <message>
        <source>fp16 rate</source>
        <translation>fp16 速率</translation>
    </message>
    <message>
        <source>int8 rate</source>
        <translation>int8 速率</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>内存带宽</translation>
    </message>
    <message>
        <source>Memory size</source>
        <translation>内存容量</translation>
    </message>
    <message>
        <source>On-chip memory</source>
        <translation>片上存储</translation>
    </message>
    <message>
        <source>Launch overhead (small is outside)</source>
        <translation>启动开销（越小越靠外）</translation>
    </message>
    <message>
        <source>Power (small is outside)</source>
        <translation>功耗（越小越靠外）</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::RooflineTexts</name>
    <message>
        <source>%1 says nothing about its bandwidth.</source>
        <translation>%1 没有说明带宽。</translation>
    </message>
    <message>
        <source>%1 says nothing about its rate at %2.</source>
        <translation>%1 没有说明 %2 的速率。</translation>
    </message>
    <message>
        <source>%1: the rate at %2 is not in the profile; assumed from %3.</source>
        <translation>%1：硬件档案中没有 %2 的速率；按 %3 推定。</translation>
    </message>
    <message>
        <source>%1: the bandwidth is assumed from %2.</source>
        <translation>%1：带宽按 %2 推定。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>memory level (device)</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>访存</translation>
    </message>
    <message>
        <source>launch overhead</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <comment>device</comment>
        <translation>%1，实测</translation>
    </message>
    <message>
        <source>%1, levels</source>
        <comment>device</comment>
        <translation>%1，各层级</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::BandwidthPage</name>
    <message>
        <source>Size of the data</source>
        <translation>数据大小</translation>
    </message>
    <message>
        <source>Bandwidth, GB/s</source>
        <translation>带宽（GB/s）</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>None of these profiles gives a bandwidth. Fill it in for the memory levels in the editor, or measure it in Microbenchmarks.</source>
        <translation>这些硬件档案都没有带宽。请在编辑器中为存储层级填写，或在“微基准”中测量。</translation>
    </message>
    <message>
        <source>%1
%2: %3</source>
        <comment>series, size: bandwidth</comment>
        <translation>%1
%2：%3</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::DifferencePage</name>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>Check more profiles on the left to compare them.</source>
        <translation>请在左侧勾选更多硬件档案进行比较。</translation>
    </message>
    <message>
        <source>Search fields and values</source>
        <translation>搜索字段和值</translation>
    </message>
    <message>
        <source>Only what &amp;differs</source>
        <translation>只看不同(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Sources too</source>
        <translation>包括来源(&amp;S)</translation>
    </message>
    <message>
        <source>Fields of the compared profiles</source>
        <translation>所比较硬件档案的字段</translation>
    </message>
    <message>
        <source>Differing fields: %1</source>
        <translation>不同的字段：%1</translation>
    </message>
    <message>
        <source>Fields: %1</source>
        <translation>字段：%1</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::HardwarePlace</name>
    <message>
        <source>Open hardware profile</source>
        <translation>打开硬件档案</translation>
    </message>
    <message>
        <source>Hardware profiles (*.yaml *.yml)</source>
        <translation>硬件档案 (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>does not load</source>
        <translation>无法加载</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>%1 was changed and not saved.</source>
        <translation>%1 已更改但未保存。</translation>
    </message>
    <message>
        <source>Discard the changes?</source>
        <translation>放弃这些更改吗？</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>kind · description</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>This file does not load; its mistakes are marked below.</source>
        <translation>此文件无法加载；下方标出了其中的错误。</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>Edit hardware profiles and compare devices</source>
        <translation>编辑硬件档案并比较设备</translation>
    </message>
    <message>
        <source>Search profiles</source>
        <translation>搜索硬件档案</translation>
    </message>
    <message>
        <source>Hardware profiles</source>
        <translation>硬件档案</translation>
    </message>
    <message>
        <source>Check those to compare with the chosen one.</source>
        <translation>勾选要与当前档案比较的档案。</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Start an empty profile</source>
        <translation>新建空白硬件档案</translation>
    </message>
    <message>
        <source>Open a profile from a file</source>
        <translation>从文件打开硬件档案</translation>
    </message>
    <message>
        <source>No profile is open</source>
        <translation>没有打开硬件档案</translation>
    </message>
    <message>
        <source>Choose a profile on the left, start a new one, or drop a profile (.yaml) onto the window.</source>
        <translation>请在左侧选择硬件档案、新建一个，或将档案文件（.yaml）拖到窗口中。</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>编辑器</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Radar</source>
        <translation>雷达图</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>相似设备</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Views of the profile</source>
        <translation>硬件档案的视图</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::HardwarePresenter</name>
    <message>
        <source>Reading the operators of %1</source>
        <translation>正在读取 %1 的算子</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::HistoryPage</name>
    <message>
        <source>current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>修订</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>This profile was never saved.</source>
        <translation>此硬件档案从未保存。</translation>
    </message>
    <message>
        <source>There are no earlier revisions. Every save makes one.</source>
        <translation>没有更早的修订。每次保存都会产生一个修订。</translation>
    </message>
    <message>
        <source>Choose an earlier revision to see what going back would change.</source>
        <translation>选择一个更早的修订，查看回退会改变什么。</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Revision %1</source>
        <translation>修订 %1</translation>
    </message>
    <message>
        <source>Go back to an earlier revision</source>
        <translation>回退到更早的修订</translation>
    </message>
    <message>
        <source>Make revision %1 the newest one?</source>
        <translation>将修订 %1 设为最新修订吗？</translation>
    </message>
    <message>
        <source>The present content stays in the history, but changes that are not saved are lost.</source>
        <translation>当前内容会保留在历史中，但未保存的更改将丢失。</translation>
    </message>
    <message>
        <source>The present content stays in the history.</source>
        <translation>当前内容会保留在历史中。</translation>
    </message>
    <message>
        <source>&amp;Go back to this revision…</source>
        <translation>回退到此修订(&amp;G)…</translation>
    </message>
    <message>
        <source>Revisions of the profile</source>
        <translation>硬件档案的修订</translation>
    </message>
    <message>
        <source>What going back changes</source>
        <translation>回退带来的变化</translation>
    </message>
    <message>
        <source>Going back to revision %1 changes %2 of the fields</source>
        <translation>回退到修订 %1 将改变 %2 个字段</translation>
    </message>
    <message>
        <source>first version</source>
        <translation>初始版本</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::MicrobenchmarksPlace</name>
    <message>
        <source>%1 · %2</source>
        <comment>date and suite of a run</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Written as revision %1 to %2.</source>
        <translation>已作为修订 %1 写入 %2。</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Repeat</source>
        <translation>重新测量(&amp;R)</translation>
    </message>
    <message>
        <source>Start a run, or choose one of the earlier runs.</source>
        <translation>开始一次测量，或选择一次此前的测量。</translation>
    </message>
    <message>
        <source>Size of the data</source>
        <translation>数据大小</translation>
    </message>
    <message>
        <source>Bandwidth, GB/s</source>
        <translation>带宽（GB/s）</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Speed-up over one thread</source>
        <translation>相对单线程的加速比</translation>
    </message>
    <message>
        <source>Not measured: %1</source>
        <translation>未测量：%1</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Operator rows (*.csv)</source>
        <translation>算子数据 (*.csv)</translation>
    </message>
    <message>
        <source>Everything (*.json)</source>
        <translation>全部数据 (*.json)</translation>
    </message>
    <message>
        <source>Export the results</source>
        <translation>导出结果</translation>
    </message>
    <message>
        <source>microbenchmarks (%1)</source>
        <translation>微基准（%1）</translation>
    </message>
    <message>
        <source>Microbenchmarks</source>
        <translation>微基准</translation>
    </message>
    <message>
        <source>Measure what a device can do</source>
        <translation>测量设备的能力</translation>
    </message>
    <message>
        <source>Start microbenchmarks</source>
        <translation>开始微基准测量</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>停止(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>继续(&amp;G)</translation>
    </message>
    <message>
        <source>Measure what is left; the rows so far stay</source>
        <translation>测量剩余部分；已有数据保留</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Rows as CSV, or everything as JSON</source>
        <translation>将数据导出为 CSV，或将全部导出为 JSON</translation>
    </message>
    <message>
        <source>&amp;Write into the profile…</source>
        <translation>写入硬件档案(&amp;W)…</translation>
    </message>
    <message>
        <source>Shows what changes and asks before anything is written</source>
        <translation>先显示变化并询问，然后才写入</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>测量(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Compare with</source>
        <translation>比较对象(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Datasheet</source>
        <translation>数据手册(&amp;D)</translation>
    </message>
    <message>
        <source>Colour &amp;shows</source>
        <translation>颜色表示(&amp;S)</translation>
    </message>
    <message>
        <source>Run that is shown</source>
        <translation>所显示的测量</translation>
    </message>
    <message>
        <source>Earlier run to compare with</source>
        <translation>用于比较的此前测量</translation>
    </message>
    <message>
        <source>Profile whose datasheet values are compared</source>
        <translation>用于比较数据手册数值的硬件档案</translation>
    </message>
    <message>
        <source>What the colour of a cell shows</source>
        <translation>单元格颜色的含义</translation>
    </message>
    <message>
        <source>Share of the roofline</source>
        <translation>占屋顶线的比例</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Views of the results</source>
        <translation>结果视图</translation>
    </message>
    <message>
        <source>What the machine can do</source>
        <translation>机器的能力</translation>
    </message>
    <message>
        <source>Operator cases</source>
        <translation>算子用例</translation>
    </message>
    <message>
        <source>Operators by data type and layout</source>
        <translation>按数据类型和布局排列的算子</translation>
    </message>
    <message>
        <source>No operator was measured. Check &quot;Operators in the runtime&quot; on the left and start again.</source>
        <translation>没有测量算子。请在左侧勾选“运行时中的算子”后重新开始。</translation>
    </message>
    <message>
        <source>Bandwidth over the size of the data</source>
        <translation>带宽随数据大小的变化</translation>
    </message>
    <message>
        <source>The bandwidth was not measured. Check &quot;Machine&quot; on the left and start again.</source>
        <translation>没有测量带宽。请在左侧勾选“机器”后重新开始。</translation>
    </message>
    <message>
        <source>Speed-up over threads</source>
        <translation>加速比随线程数的变化</translation>
    </message>
    <message>
        <source>Scaling was not measured, or there is only one core.</source>
        <translation>没有测量扩展性，或只有一个核心。</translation>
    </message>
    <message>
        <source>Nothing was measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>Microbenchmarks find out what this machine really computes and moves, so that predictions are good. The quick suite takes two minutes.</source>
        <translation>微基准测出这台机器真实的计算和访存能力，使预测更准确。快速套件约需两分钟。</translation>
    </message>
    <message>
        <source>reduced</source>
        <translation>精简</translation>
    </message>
    <message>
        <source>quick</source>
        <translation>快速</translation>
    </message>
    <message>
        <source>full</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>valid</source>
        <translation>有效</translation>
    </message>
    <message>
        <source>noisy</source>
        <translation>有噪声</translation>
    </message>
    <message>
        <source>not valid</source>
        <translation>无效</translation>
    </message>
    <message>
        <source>Measuring. Operator cases so far: %1</source>
        <translation>正在测量。已完成的算子用例：%1</translation>
    </message>
    <message>
        <source>%1 · operator cases: %2 · took %3 · all numbers are measured (%4)</source>
        <translation>%1 · 算子用例：%2 · 用时 %3 · 所有数值均为实测（%4）</translation>
    </message>
    <message>
        <source>Stopped. Operator cases measured: %1</source>
        <translation>已停止。已测量的算子用例：%1</translation>
    </message>
    <message>
        <source>Operator cases left out at the time limit: %1</source>
        <translation>因时间限制而略过的算子用例：%1</translation>
    </message>
    <message>
        <source>%1
%2: %3</source>
        <comment>series, size: bandwidth</comment>
        <translation>%1
%2：%3</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::OperatorsPage</name>
    <message>
        <source>&amp;Colour shows</source>
        <translation>颜色表示(&amp;C)</translation>
    </message>
    <message>
        <source>What the colour of a cell shows</source>
        <translation>单元格颜色的含义</translation>
    </message>
    <message>
        <source>Operators of the compared devices</source>
        <translation>所比较设备的算子</translation>
    </message>
    <message>
        <source>These profiles name no operators. List fast, medium, slow and unsupported ones in the editor, or measure them in Microbenchmarks.</source>
        <translation>这些硬件档案没有列出算子。请在编辑器中列出快、中、慢和不支持的算子，或在“微基准”中测量。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ProbeForm</name>
    <message>
        <source>Choose the machine, the operators, or both.</source>
        <translation>请选择机器、算子，或两者。</translation>
    </message>
    <message>
        <source>Choose at least one data type for the operators.</source>
        <translation>请为算子至少选择一种数据类型。</translation>
    </message>
    <message>
        <source>A few rows in seconds: a first look.</source>
        <translation>几秒内得到少量数据：初步了解。</translation>
    </message>
    <message>
        <source>Two minutes at most: enough for good predictions.</source>
        <translation>最多两分钟：足以得到良好的预测。</translation>
    </message>
    <message>
        <source>All sizes of all operators; can be stopped and gone on with.</source>
        <translation>所有算子的所有尺寸；可以停止后再继续。</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>This machine (local)</source>
        <translation>本机（local）</translation>
    </message>
    <message>
        <source>S&amp;uite</source>
        <translation>套件(&amp;U)</translation>
    </message>
    <message>
        <source>Reduced</source>
        <translation>精简</translation>
    </message>
    <message>
        <source>Quick</source>
        <translation>快速</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>What to measure</source>
        <translation>测量内容</translation>
    </message>
    <message>
        <source>&amp;Machine: rates, bandwidth, overheads</source>
        <translation>机器：速率、带宽、开销(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Operators in the runtime</source>
        <translation>运行时中的算子(&amp;O)</translation>
    </message>
    <message>
        <source>Data types</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Operator &amp;families (none checked: all)</source>
        <translation>算子族（不勾选即全部）(&amp;F)</translation>
    </message>
    <message>
        <source>Search families</source>
        <translation>搜索算子族</translation>
    </message>
    <message>
        <source>Operator families</source>
        <translation>算子族</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Suite</source>
        <translation>套件</translation>
    </message>
    <message>
        <source>&amp;Time limit</source>
        <translation>时间限制(&amp;T)</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时间限制</translation>
    </message>
    <message>
        <source>as the suite</source>
        <translation>按套件</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ProbePresenter</name>
    <message>
        <source>Microbenchmarks of %1</source>
        <translation>%1 的微基准</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ProfileCatalogue</name>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>NPU</source>
        <translation>NPU</translation>
    </message>
    <message>
        <source>FPGA</source>
        <translation>FPGA</translation>
    </message>
    <message>
        <source>ASIC</source>
        <translation>ASIC</translation>
    </message>
    <message>
        <source>DSP</source>
        <translation>DSP</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ProfileDocument</name>
    <message>
        <source>Edit the text</source>
        <translation>编辑文本</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>problem: remedy</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>更改“%1”</translation>
    </message>
    <message>
        <source>Add a memory level</source>
        <translation>添加存储层级</translation>
    </message>
    <message>
        <source>Remove a memory level</source>
        <translation>删除存储层级</translation>
    </message>
    <message>
        <source>the profile holds mistakes and was not stored</source>
        <translation>硬件档案含有错误，未保存</translation>
    </message>
    <message>
        <source>Correct the marked lines first.</source>
        <translation>请先改正标出的各行。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ProfileEditorPage</name>
    <message>
        <source>%1. %2</source>
        <comment>problem. remedy</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Changed, not saved</source>
        <translation>已更改，未保存</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Add memory &amp;level</source>
        <translation>添加存储层级(&amp;L)</translation>
    </message>
    <message>
        <source>Undo the last step</source>
        <translation>撤销上一步</translation>
    </message>
    <message>
        <source>Do the undone step again</source>
        <translation>重做已撤销的步骤</translation>
    </message>
    <message>
        <source>Fields of the profile</source>
        <translation>硬件档案的字段</translation>
    </message>
    <message>
        <source>YAML of the profile</source>
        <translation>硬件档案的 YAML</translation>
    </message>
    <message>
        <source>Mistakes in the profile</source>
        <translation>硬件档案中的错误</translation>
    </message>
    <message>
        <source>The YAML holds mistakes: the form shows the last profile that was right and takes values again once they are corrected.</source>
        <translation>YAML 含有错误：表单显示最后一份正确的硬件档案，改正后可再次输入。</translation>
    </message>
    <message>
        <source>Profile actions</source>
        <translation>硬件档案操作</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::RadarPage</name>
    <message>
        <source>Radar of the compared devices</source>
        <translation>所比较设备的雷达图</translation>
    </message>
    <message>
        <source>Fewer than three properties are known of these devices. Fill in rates, bandwidths and sizes in the editor, or check a better known profile on the left.</source>
        <translation>这些设备的已知属性少于三项。请在编辑器中填写速率、带宽和大小，或在左侧勾选资料更完整的硬件档案。</translation>
    </message>
    <message>
        <source>Each axis is logarithmic from the least to the greatest of all known profiles; outside is better. A gap means: not known.</source>
        <translation>每条轴均为对数刻度，范围取所有已知硬件档案的最小值到最大值；越靠外越好。缺口表示未知。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::RooflinePage</name>
    <message>
        <source>Model whose operators are shown</source>
        <translation>显示其算子的模型</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>Arithmetic intensity, FLOP/byte</source>
        <translation>计算强度（FLOP/字节）</translation>
    </message>
    <message>
        <source>Rate, GFLOP/s</source>
        <translation>速率（GFLOP/s）</translation>
    </message>
    <message>
        <source>%1 FLOP/byte, %2</source>
        <translation>%1 FLOP/字节，%2</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <comment>name
place</comment>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>%1 (%2)
%3
%4 predicted, with launch overhead</source>
        <translation>%1（%2）
%3
预测 %4，含启动开销</translation>
    </message>
    <message>
        <source>Data &amp;type</source>
        <translation>数据类型(&amp;T)</translation>
    </message>
    <message>
        <source>Operators of &amp;model</source>
        <translation>模型的算子(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>浏览(&amp;B)…</translation>
    </message>
    <message>
        <source>Data type of the roofline</source>
        <translation>屋顶线的数据类型</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>No profile with a rate and a bandwidth is shown. Choose one on the left, or fill in peak rates and bandwidths in the editor.</source>
        <translation>没有同时具有速率和带宽的硬件档案。请在左侧选择一个，或在编辑器中填写峰值速率和带宽。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The operators of %1 (%2) at the rate that roofline and launch overhead allow: predicted, batch 1.</source>
        <translation>%1 的算子（%2 个），位于屋顶线与启动开销所允许的速率处：预测值，批大小 1。</translation>
    </message>
    <message>
        <source>Left out, because their shapes are not known: %1.</source>
        <translation>因形状未知而略去：%1。</translation>
    </message>
    <message>
        <source>Predicted time</source>
        <translation>预测时间</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::SaveDialog</name>
    <message>
        <source>Save the profile</source>
        <translation>保存硬件档案</translation>
    </message>
    <message>
        <source>A new revision is written to %1</source>
        <translation>新修订将写入 %1</translation>
    </message>
    <message>
        <source>A profile of this name exists there already; its present content stays in its history. Change the name to keep both apart.</source>
        <translation>该处已有同名硬件档案；其当前内容会保留在历史中。更改名称可将两者分开。</translation>
    </message>
    <message>
        <source>Changed fields</source>
        <translation>更改的字段</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>Nothing differs from what is stored.</source>
        <translation>与已保存的内容没有差异。</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>&amp;Reason of the change</source>
        <translation>更改原因(&amp;R)</translation>
    </message>
    <message>
        <source>For example: clock as in the new board revision</source>
        <translation>例如：按新版电路板的时钟频率</translation>
    </message>
    <message>
        <source>Fields that change: %1</source>
        <translation>将更改的字段：%1</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::SimilarPage</name>
    <message>
        <source>far: says little</source>
        <translation>较远：参考价值不大</translation>
    </message>
    <message>
        <source>near</source>
        <translation>相近</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Known on both sides</source>
        <translation>双方已知</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Why %1:</source>
        <translation>为什么是 %1：</translation>
    </message>
    <message>
        <source>• %1</source>
        <translation>• %1</translation>
    </message>
    <message>
        <source>The nearest known devices by their profiles: what was learned on a near one is worth trying here. Enter or a double click compares with it.</source>
        <translation>按硬件档案最相近的已知设备：在相近设备上学到的经验值得在此尝试。按回车或双击可与其比较。</translation>
    </message>
    <message>
        <source>&amp;Compare with this device</source>
        <translation>与此设备比较(&amp;C)</translation>
    </message>
    <message>
        <source>Devices like this one</source>
        <translation>与此相似的设备</translation>
    </message>
    <message>
        <source>Reasons</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>perhaps near: too little is known of both</source>
        <translation>可能相近：双方已知信息太少</translation>
    </message>
</context>
</TS>
